import { openStore } from '#db/open-store.ts';
import { instantOf } from '#events/business-time.ts';
import { loadConfig } from '#server/process/config.ts';
import { type ShopPlan, makeShop } from '#server/seed/make-shop.ts';
import { folders } from '../../db/folder.ts';
import { tempFolder } from '../../temp-folder.ts';

const TIME_ZONE = 'America/Los_Angeles';
export const TODAY = '2027-03-09';

export const PLAN: ShopPlan = {
  bookings: 140,
  users: 40,
  seed: 7,
  end: instantOf(TODAY, 14, TIME_ZONE),
};

/** A shop that `npm run seed` would make, by default in a folder that is gone when the test ends. */
export async function seededShop(plan: Partial<ShopPlan> = {}, folder = tempFolder()) {
  const config = loadConfig({ DATA_FOLDER: folder, COOKIE_SECRET: 'a secret of the tests, long enough for all' });
  const { end } = { ...PLAN, ...plan };
  const made = await makeShop(config, { ...PLAN, ...plan });
  const open = async () => {
    const store = await openStore({ folder, now: () => end });
    folders.set(store, folder);
    return store;
  };
  return { folder, config, made, end, open };
}
