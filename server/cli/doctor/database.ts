import { FatalError } from '#db/fatal-error.ts';
import { openOperated } from '#db/open-store.ts';
import type { Config } from '../../process/config.ts';
import { type Finding, findingsOf } from '../../process/finding.ts';

const database = findingsOf('Database');

/** Whether the database at DATABASE_URL responds, and its last events are as they were written. */
export async function checkDatabase({ dataFolder, databaseUrl }: Config): Promise<Finding> {
  try {
    const operated = await openOperated({ folder: dataFolder, url: databaseUrl });
    const { fault } = await operated.inspect();
    return fault === null
      ? database.ok('responds, and has the last events as they were written')
      : database.failed(fault);
  } catch (error) {
    if (error instanceof FatalError) return database.failed(error.message);
    throw error;
  }
}
