# syntax=docker/dockerfile:1
# Builds with everything, and runs with what the server needs, as a user without rights, from files that it cannot change.
ARG NODE=22

FROM node:${NODE}-trixie-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY app/platform/process/bootstrap.js app/platform/process/bootstrap-lock.js app/platform/process/
# Where no ready-made binary of an optional package fits, it is left out: Node 22 and newer do not need it.
RUN --mount=type=cache,target=/root/.npm \
  node --input-type=module -e "await (await import('#app/platform/process/bootstrap.js')).prepare({ build: false })"
COPY . .
RUN node app/platform/process/bootstrap.js && npm prune --omit=dev --no-audit --no-fund

FROM node:${NODE}-trixie-slim
# For signpost backup and restore with PostgreSQL.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends postgresql-client \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --from=build /app ./
RUN install --directory --owner=node --group=node --mode=0700 /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "app/server.js"]
