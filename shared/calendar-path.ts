/** Where a confirmed visit can be had as a calendar file, by its public id. */
export function calendarPath(eventId: string): string {
  return `/book/calendar/${encodeURIComponent(eventId)}.ics`;
}

/** The same for whoever may see the booking: with the place, the work and the link to change it. */
export function ownCalendarPath(eventId: string): string {
  return `/booking/${encodeURIComponent(eventId)}/calendar.ics`;
}
