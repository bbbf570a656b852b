import { type Composition, compose } from './compose.ts';
import { loadConfig } from './process/config.ts';
import { readEnvironment } from './process/environment.ts';

/** The files can be open only once: those of the previous version are closed first. */
const kept = globalThis as { halfdayInDevelopment?: Composition };

await kept.halfdayInDevelopment?.stop();
const config = loadConfig(readEnvironment());
kept.halfdayInDevelopment = await compose(config, null);
kept.halfdayInDevelopment.start(`http://127.0.0.1:${config.port}`);

/** Called by the development server; reloaded when a module changes. */
export const { fetch } = kept.halfdayInDevelopment.app;
