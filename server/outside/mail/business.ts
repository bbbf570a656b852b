import type { WorkerDependencies } from '../../process/following/worker.ts';
import type { Business } from './layout/letter.ts';

/** The business as mails tell it. */
export function businessOf({ config }: Pick<WorkerDependencies, 'config'>): Business {
  const { appName: name, email, phone, showPhone, publicUrl: url, timeZone } = config;
  return { name, email, phone: showPhone ? phone : null, url, timeZone };
}
