/** Path of a confirmed visit's public calendar file, by its public id. */
export function calendarPath(eventId: string): string {
  return `/book/calendar/${encodeURIComponent(eventId)}.ics`;
}

/** Path of the calendar file for callers with access to the booking: it adds the place, the work and the manage link. */
export function ownCalendarPath(eventId: string): string {
  return `/booking/${encodeURIComponent(eventId)}/calendar.ics`;
}
