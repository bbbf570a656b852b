export function calendarPath(eventId: string): string {
  return `/book/calendar/${encodeURIComponent(eventId)}.ics`;
}

/** Needs access to the booking: adds the place, the work and the manage link. */
export function ownCalendarPath(eventId: string): string {
  return `/booking/${encodeURIComponent(eventId)}/calendar.ics`;
}
