import type { Config } from '../../process/config.ts';
import type { Business } from './layout/letter.ts';

type Told = Pick<Config, 'appName' | 'legal' | 'email' | 'phone' | 'showPhone' | 'publicUrl' | 'timeZone'>;

export function businessOf({ config }: { readonly config: Told }): Business {
  const { appName: name, legal, email, phone, showPhone, publicUrl: url, timeZone } = config;
  return { name, legal, email, phone: showPhone ? phone : null, url, timeZone };
}
