/** Between the outbox and, where there is one, the mailbox. */
export function MailTabs({ mailbox }: { mailbox: boolean }) {
  const tabs = [
    ['/admin/mail', 'Outbox', !mailbox],
    ['/admin/mail?list=mailbox', 'Mailbox', mailbox],
  ] as const
  return (
    <nav aria-label="Mail" className="mb-6">
      <ul className="flex flex-wrap gap-x-6 text-lg">
        {tabs.map(([href, name, current]) => (
          <li key={href}>
            <a href={href} className="step quiet" aria-current={current ? 'page' : undefined}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
