/** Role and confirmed address divide the users into four groups. */
import type { Role, SortOrder } from '#shared/account/account.ts';
import type { UserRow } from './users.ts';

/** A column of the order. */
export interface Sorted {
  readonly column: keyof UserRow;
  readonly order: SortOrder;
}

/** The users of a role, confirmed or not, who are not deleted. */
export interface UserGroup {
  readonly role: Role;
  readonly verified: 0 | 1;
  readonly size: number;
}

/** Whether all users of a group are equal in a column. */
export function isOfGroup(column: keyof UserRow): column is 'role' | 'verified' {
  return column === 'role' || column === 'verified';
}

export function sizeOf(groups: readonly UserGroup[]): number {
  return groups.reduce((sum, { size }) => sum + size, 0);
}

/** The groups, in parts that follow each other in the order. */
export function partsOf(groups: readonly UserGroup[], order: readonly Sorted[]): UserGroup[][] {
  const inside = order.findIndex(({ column }) => !isOfGroup(column));
  const keyed = groups.map((group) => ({
    group,
    key: order.slice(0, inside).map(({ column }) => (isOfGroup(column) ? String(group[column]) : '')),
  }));
  const sorted = keyed.toSorted((one, other) => {
    const at = one.key.findIndex((value, index) => value !== other.key[index]);
    if (at === -1) return 0;
    return ((one.key[at] ?? '') < (other.key[at] ?? '') ? -1 : 1) * (order[at]?.order === 'asc' ? 1 : -1);
  });
  return [...Map.groupBy(sorted, ({ key }) => key.join()).values()].map((part) => part.map(({ group }) => group));
}

export function largestOf(groups: readonly UserGroup[]): UserGroup {
  return groups.reduce((most, group) => (group.size > most.size ? group : most));
}
