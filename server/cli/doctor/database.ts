import { FatalError } from '#db/fatal-error.ts';
import { openOperated } from '#db/open-store.ts';
import { type DatabasePlace, NoEventLog } from '#db/operated-database.ts';
import { type Finding, findingsOf } from '../../process/finding.ts';

const { ok, failed, local } = findingsOf('Database');

/** Whether the database responds, and its last events are as they were written. */
export async function checkDatabase(place: DatabasePlace): Promise<Finding> {
  try {
    const { fault } = await (await openOperated(place)).inspect();
    return fault === null ? ok('responds, and has the last events as they were written') : failed(fault);
  } catch (error) {
    if (error instanceof NoEventLog) return local('none yet: the first start creates it');
    if (error instanceof FatalError) return failed(error.message);
    throw error;
  }
}
