/** A block of code that can be copied, as the texts have it too. */
import { type Html, html } from '../oauth/html.ts'

export const codeFigure = (title: string, code: string): Html =>
  html`<figure class="code"><figcaption><span>${title}</span>
<button type="button" class="copy" hidden>Copy</button></figcaption>
<pre tabindex="0"><code>${code}</code></pre></figure>`
