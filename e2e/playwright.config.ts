import { availableParallelism } from 'node:os';
import { defineConfig, devices } from '@playwright/test';
import { chromiumLaunch } from './chromium.ts';
import { isWanted } from './projects.ts';

const launch = chromiumLaunch();
// A page lives for seconds: to compile anew what it runs often, so that it runs faster, costs more than it saves.
const chromium = { ...launch, args: [...launch.args, '--js-flags=--no-opt'] };
const wide = { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } };
const narrow = { viewport: { width: 320, height: 640 } };
const english = { locale: 'en-GB' };

/** The built stories on a port of their own, which is known once they are served. */
const stories = {
  command: `"${process.execPath}" ../scripts/stories.ts --built`,
  env: { PORT: '0' },
  wait: { stdout: /Stories: (?<stories_url>\S+)/ },
  gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  timeout: 180_000,
} as const;

/**
 * Every journey runs in Greek on a wide screen. Tags add another: `@en` in English, `@narrow` at 320 px, both in English
 * at 320 px; the stories show every screen in all four ways. With `@dark` the Greek one looks at colours, light and dark (accessibility.ts). A worker has a demonstration server of its own (fixtures.ts). `pictures` compares every
 * screen with its picture in docs/pictures. `stories` shows every story in all looks, and tests components by them.
 */
export default defineConfig({
  testDir: 'journeys',
  outputDir: '../test-results',
  globalSetup: './setup.ts',
  ...(isWanted('stories') ? { webServer: stories } : {}),
  // More than there are cores: a journey mostly waits, for codes, animations and answers.
  workers: Math.ceil(availableParallelism() * 1.5),
  forbidOnly: process.env.CI !== undefined,
  // A code may be half a minute away (otp.ts), and the machine may do much else.
  timeout: 240_000,
  expect: {
    timeout: 30_000,
    // No pixel may differ; the threshold is for the last bit of a colour, which processors round differently.
    toHaveScreenshot: { maxDiffPixels: 0, threshold: 0.01, scale: 'css' },
  },
  // No run puts a picture into docs/pictures: one is accepted by name (e2e/pictures/accept.ts).
  updateSnapshots: 'none',
  snapshotPathTemplate: '../docs/pictures/{arg}{ext}',
  use: {
    launchOptions: chromium,
    locale: 'el-GR',
    timezoneId: 'Europe/Athens',
    screenshot: 'only-on-failure',
    acceptDownloads: true,
  },
  // What takes longest comes first: at the end every worker has something to do.
  projects: [
    { name: 'manual', testDir: 'manual' },
    { name: 'stories', testDir: 'stories', fullyParallel: true, use: wide },
    {
      name: 'pictures',
      testDir: 'pictures',
      fullyParallel: true,
      // Letters of grey only: smaller pictures, in which no pixel depends on the order of a screen's colours.
      use: { launchOptions: { ...chromium, args: [...chromium.args, '--disable-lcd-text'] } },
    },
    { name: 'el', use: wide },
    { name: 'en', grep: /^(?!.*@narrow\b).*@en\b/, use: { ...wide, ...english } },
    { name: 'en-narrow', grep: /(?=.*@en\b)(?=.*@narrow\b)/, use: { ...wide, ...english, ...narrow } },
    { name: 'narrow', grep: /^(?!.*@en\b).*@narrow\b/, use: { ...wide, ...narrow } },
  ],
});
