import { banner } from './banner.ts';
import { type Composition, compose } from './compose.ts';
import { loadConfig } from './process/config.ts';
import { readEnvironment } from './process/read-settings.ts';
import { ownOrigin } from './process/listening.ts';
import { PRIVATE_UMASK } from './process/private-folder.ts';

/** Only one version can open the files. */
const kept = globalThis as { halfdayInDevelopment?: Composition | null };

process.umask(PRIVATE_UMASK);
const isReload = kept.halfdayInDevelopment !== undefined;
await kept.halfdayInDevelopment?.stop();
kept.halfdayInDevelopment = null;
const config = loadConfig(readEnvironment());
const site = await compose(config, null);
kept.halfdayInDevelopment = site;
if (!isReload) process.stdout.write(banner(config, site.checkedLog));
site.start(ownOrigin(config));

export const { fetch } = site.app;
