// The page's tests run in Debian's Chromium against the built page,
// served as `make demo` serves it.
import { defineConfig } from '@playwright/test'

const port = 4817

export default defineConfig({
  testDir: 'tests',
  outputDir: 'test-results',
  timeout: 120_000,
  expect: { timeout: 60_000 },
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  retries: 1, // a busy machine may starve a browser once; what fails twice is broken
  reporter: [['list']],
  use: {
    baseURL: `http://localhost:${port}`,
    browserName: 'chromium',
    launchOptions: { executablePath: '/usr/bin/chromium' },
    locale: 'en-GB',
    viewport: { width: 1440, height: 900 },
    trace: 'off',
  },
  webServer: { command: `npx vite preview --port ${port} --strictPort`, port, reuseExistingServer: false },
})
