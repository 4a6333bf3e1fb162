/** Before anything is painted: the theme that the reader has chosen, here or in the console. */
const kept = localStorage.getItem('theme')
if (kept === 'light' || kept === 'dark') document.documentElement.dataset['theme'] = kept
document.documentElement.classList.add('scripted')
