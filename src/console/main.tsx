import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { applyTheme, currentTheme } from './ui/theme.ts'
import './ui/tokens.css'
import './ui/base.css'
import './ui/pages.css'
import './ui/parts.css'

applyTheme(currentTheme())
const place = document.getElementById('root')
if (place)
  createRoot(place).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
