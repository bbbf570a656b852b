import { SERVICE_GROUPS, type ServiceGroup } from './catalogue.ts';
import { LONGEST_SEARCH } from './work.ts';

export interface WorkSearch {
  readonly find?: string;
  readonly group?: ServiceGroup;
}

export function readWorkSearch({ find, group }: Record<string, unknown>): WorkSearch {
  const isGroup = (value: unknown): value is ServiceGroup =>
    typeof value === 'string' && Object.hasOwn(SERVICE_GROUPS, value);
  return {
    ...(typeof find === 'string' && find.trim() !== '' && { find: find.slice(0, LONGEST_SEARCH) }),
    ...(isGroup(group) && { group }),
  };
}
