module.exports = { title: "Harbour", url: "https://docs.example.org" }
