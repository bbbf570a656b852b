import { FatalError } from '#db/fatal-error.ts';
import { openAdmin } from '#db/open-store.ts';
import { type DatabaseLocation, NoEventLog } from '#db/admin-database.ts';
import { type Finding, findingsOf } from '../../process/finding.ts';

const { ok, failed, local } = findingsOf('Database');

/** Whether the database responds, and its last events are as they were written. */
export async function checkDatabase(place: DatabaseLocation): Promise<Finding> {
  try {
    const { fault } = await (await openAdmin(place)).inspect();
    return fault === null ? ok('responds, and has the last events as they were written') : failed(fault);
  } catch (error) {
    if (error instanceof NoEventLog) return local('none yet: the first start creates it');
    if (error instanceof FatalError) return failed(error.message);
    throw error;
  }
}
