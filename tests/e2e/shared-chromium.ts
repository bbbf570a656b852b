import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { SHELL_FLAGS, findHeadlessShell } from './chromium.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** WebSocket address of the shared Chromium. */
    chromium: string;
  }
}

/** Starts one Chromium for all test files; ends it after the last one. */
export default async function shareChromium(project: TestProject): Promise<() => Promise<void>> {
  const server = await chromium.launchServer({ executablePath: await findHeadlessShell(), args: SHELL_FLAGS });
  project.provide('chromium', server.wsEndpoint());
  return () => server.close();
}
