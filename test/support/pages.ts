/** For tests of pages: each worker starts one browser, and one application for the files that need no other settings. */
import { test } from 'vitest'
import { startApp, TestClock } from './app.ts'
import { chromium, startChromium } from './chromium.ts'
import { kept } from './opened.ts'

/** Tests of pages are skipped on a machine without Chromium, unless there has to be one. */
export const hasNoBrowser = chromium === undefined && process.env['NEEDS_CHROMIUM'] !== '1'

/** Gives `browser` and `site` to hooks. */
export const inBrowser = test
  .extend('program', { scope: 'worker' }, String(chromium))
  .extend('settings', { scope: 'worker' }, { WEBHOOK_ALLOW_PRIVATE: 'true', PPF_PLATFORM_NUMBER: '0777' })
  .extend('chromium', { scope: 'worker' }, async ({ program }, { onCleanup }) => {
    const started = await kept(() => startChromium(program))
    onCleanup(() => started.close())
    return started
  })
  .extend('browser', { scope: 'file' }, ({ chromium }, { onCleanup }) => {
    const browser = chromium.open()
    onCleanup(() => browser.close())
    return browser
  })
  .extend('site', { scope: 'worker' }, async ({ settings }, { onCleanup }) => {
    // Limits of requests by the minute hold for people too.
    return kept(async () => {
      const app = await startApp(settings, { clock: TestClock.running() })
      onCleanup(() => app.close())
      return { app, base: await app.listen() }
    })
  })
