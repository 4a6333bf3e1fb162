/** What the consent page shows. */
import type { Actor } from '../../auth/actor.ts'
import type { Scope } from '../../auth/scopes.ts'
import type { getConsentRequest } from '../../oauth/get-consent.ts'
import { grantable } from '../../oauth/decide-consent.ts'
import type { ResultOf } from '../../operation/operation.ts'
import { type Html, html } from './html.ts'
import type { Words } from './texts.ts'

export type Consent = ResultOf<typeof getConsentRequest>

const hidden = (csrf: string): Html => html`<input type="hidden" name="csrf" value="${csrf}">`

const fault = (text: string | undefined): Html | false =>
  text !== undefined && html`<p class="fault" role="alert">${text}</p>`

/** Who asks: nothing that a program says of itself is believed, or becomes a link. */
const asking = (words: Words, consent: Consent): Html => {
  const { isOwn, isRegistered, redirectHost, isDevice, userCode } = consent
  return html`
  <p class="warn">${isOwn ? words.own : isRegistered ? words.registered : words.unverified} ${words.onlyIfYou}</p>
  ${redirectHost !== null && html`<p class="note">${words.backTo} <code>${redirectHost}</code>.</p>`}
  ${isDevice && html`<p class="note">${words.device} <code>${userCode}</code>.</p>`}
  ${redirectHost === null && !isDevice && html`<p class="note">${words.showsCode}</p>`}`
}

const scopeList = (words: Words, scopes: readonly Scope[]): Html =>
  html`<ul>${scopes.map((scope) => html`<li>${words.scope(scope)} <code>${scope}</code></li>`)}</ul>`

interface SignIn {
  words: Words
  consent: Consent
  csrf: string
  isSandbox: boolean
  hasProvider: boolean
  problem: string | undefined
}

export const signInPage = ({ words, consent, csrf, isSandbox, hasProvider, problem }: SignIn): Html => html`
  ${fault(problem)}${asking(words, consent)}
  <h2>${words.asksFor}</h2>${scopeList(words, consent.scopes)}<hr>
  ${hasProvider && html`<p><a class="button" href="/oauth/consent/${consent.id}/login?lang=${words.lang}">${words.withProvider}</a></p>`}
  <form method="post" action="/oauth/consent/${consent.id}/sign-in?lang=${words.lang}">${hidden(csrf)}
    <label class="field" for="key">${words.key}</label>
    <input id="key" type="password" name="key" required autocomplete="off" spellcheck="false" maxlength="200"
      aria-describedby="key-hint">
    <p class="note" id="key-hint">${words.keyHint}</p>
    <div class="row"><button>${words.signIn}</button></div>
  </form>
  ${
    isSandbox &&
    html`<hr><form method="post" action="/oauth/consent/${consent.id}/sandbox?lang=${words.lang}">${hidden(csrf)}
    <button class="plain">${words.sandbox}</button><p class="note">${words.sandboxHint}</p></form>`
  }`

interface Decision {
  words: Words
  consent: Consent
  csrf: string
  actor: Actor
  organizations: readonly { id: string; name: string }[]
  companies: readonly { id: string; name: string }[]
  /** Whether there are more of them than the page lists. */
  hasMoreCompanies: boolean
  lifetime: string
  problem: string | undefined
}

const checkbox = (words: Words, scope: Scope): Html => html`
  <label class="check"><input type="checkbox" name="scope" value="${scope}" checked>
  <span>${words.scope(scope)} <code>${scope}</code></span></label>`

const companyField = ({ words, actor, companies, hasMoreCompanies }: Decision): Html | false =>
  actor.companyId === null &&
  companies.length > 0 &&
  html`<label class="field" for="company">${words.company}</label><select id="company" name="companyId">
    <option value="">${words.allCompanies}</option>
    ${companies.map(({ id, name }) => html`<option value="${id}">${name}</option>`)}</select>${
      hasMoreCompanies &&
      html`<label class="field" for="other-company">${words.otherCompany}</label>
      <input id="other-company" type="text" name="otherCompanyId" autocomplete="off" spellcheck="false" maxlength="200"
        placeholder="comp_…">`
    }`

const who = ({ words, consent, csrf, actor, organizations }: Decision): Html => html`
  <h2>${words.organization}</h2>
  ${
    organizations.length > 1
      ? html`<form method="post" action="/oauth/consent/${consent.id}/organization?lang=${words.lang}">${hidden(csrf)}
        <label class="field" for="organization">${words.organization}</label>
        <select id="organization" name="organizationId">${organizations.map(
          ({ id, name }) =>
            html`<option value="${id}"${id === actor.organizationId && html` selected`}>${name}</option>`,
        )}</select><div class="row"><button class="plain">${words.proceed}</button></div></form>`
      : html`<p><strong>${organizations[0]?.name}</strong></p>`
  }
  <form method="post" action="/oauth/consent/${consent.id}/sign-out?lang=${words.lang}">${hidden(csrf)}
    <p class="note">${words.signedInAs} <code>${actor.label}</code>.
    <button class="link">${words.other}</button></p></form>`

export const decisionPage = (decision: Decision): Html => {
  const { words, consent, csrf, actor, lifetime, problem } = decision
  const given = grantable(actor, consent.scopes)
  const missing = consent.scopes.filter((scope) => scope !== '*' && !given.includes(scope) && !given.includes('*'))
  return html`
  ${fault(problem)}${asking(words, consent)}${who(decision)}
  <form method="post" action="/oauth/consent/${consent.id}/decision?lang=${words.lang}">${hidden(csrf)}
    ${
      given.length > 0
        ? html`<fieldset><legend>${words.scopes}</legend>${given.map((scope) => checkbox(words, scope))}</fieldset>`
        : html`<p class="fault" role="alert">${words.nothing}</p>`
    }
    ${missing.length > 0 && html`<p class="note">${words.notHeld}</p>${scopeList(words, missing)}`}
    ${companyField(decision)}
    <p class="note">${lifetime}</p>
    <div class="row">
      ${given.length > 0 && html`<button name="decision" value="allow">${words.allow}</button>`}
      <button class="plain" name="decision" value="refuse">${words.refuse}</button>
    </div>
  </form>`
}
