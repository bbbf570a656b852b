import type { Clock } from '../../process/clock.ts';
import type { Config } from '../../process/config.ts';
import { FolderStorage } from './folder.ts';
import type { ObjectStorage } from './port.ts';
import { S3Storage } from './s3.ts';

export function openStorage(
  { objectStorage: chosen }: Pick<Config, 'objectStorage'>,
  { clock, stopping }: { readonly clock: Pick<Clock, 'now'>; readonly stopping: AbortSignal },
): ObjectStorage {
  if (chosen.kind === 's3') return new S3Storage({ settings: chosen, stopping });
  return new FolderStorage({ folder: chosen.folder, clock });
}
