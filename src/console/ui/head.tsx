import type { ReactNode } from 'react'

/** The name of a page, what is told beside it, and at its end what can be done. */
export const Head = ({ title, beside, children }: { title: string; beside?: ReactNode; children?: ReactNode }) => (
  <div className="head">
    <h1>{title}</h1>
    {beside && <span className="soft">{beside}</span>}
    <span className="grow" />
    {children}
  </div>
)

export const Card = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="card" aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
)
