import type { Clock } from '../../process/clock.ts';
import type { Config } from '../../process/config.ts';
import { FolderStorage } from './folder.ts';
import type { ObjectStorage } from './port.ts';
import { S3Storage } from './s3.ts';

export function openStorage(
  { objectStorage: chosen }: Pick<Config, 'objectStorage'>,
  { clock, stopping }: { readonly clock: Pick<Clock, 'now'>; readonly stopping: AbortSignal },
): { storage: ObjectStorage; folder: FolderStorage | null } {
  if (chosen.kind === 's3') return { storage: new S3Storage({ settings: chosen, stopping }), folder: null };
  const folder = new FolderStorage({ folder: chosen.folder, clock });
  return { storage: folder, folder };
}
