/** Where a confirmed visit can be had as a calendar file, by its public id. */
export function calendarPath(eventId: string): string {
  return `/book/calendar/${encodeURIComponent(eventId)}.ics`;
}
