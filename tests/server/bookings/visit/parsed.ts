import ICAL from 'ical.js';

/** A calendar file as another library parses it. */
export function parsed(file: string) {
  const calendar = new ICAL.Component(ICAL.parse(file));
  const entries = calendar.getAllSubcomponents('vevent');
  const zones = calendar.getAllSubcomponents('vtimezone').map((block) => new ICAL.Timezone(block));
  const [entry] = entries;
  if (entries.length !== 1 || !entry) throw new Error('one entry was expected');
  const event = new ICAL.Event(entry);
  /** The instant of a start or an end, by the rules of the zone that came with the file. */
  const instant = (name: 'dtstart' | 'dtend') => {
    const property = entry.getFirstProperty(name)!;
    const time = (property.getFirstValue() as ICAL.Time).clone();
    const tzid = property.getFirstParameter('tzid');
    const zone = zones.find((each) => each.tzid === tzid);
    if (tzid && !zone) throw new Error(`the file does not bring ${tzid}`);
    if (zone) time.zone = zone;
    return new Date(time.toUnixTime() * 1000).toISOString();
  };
  const alarms = entry.getAllSubcomponents('valarm').map((alarm) => ({
    action: alarm.getFirstPropertyValue('action'),
    trigger: String(alarm.getFirstPropertyValue('trigger')),
    description: alarm.getFirstPropertyValue('description'),
  }));
  const text = (name: string) => entry.getFirstPropertyValue(name) as string | null;
  return {
    method: calendar.getFirstPropertyValue('method'),
    version: calendar.getFirstPropertyValue('version'),
    product: calendar.getFirstPropertyValue('prodid'),
    zones: zones.map(({ tzid }) => tzid),
    uid: event.uid,
    sequence: event.sequence,
    stamp: String(entry.getFirstPropertyValue('dtstamp')),
    changed: String(entry.getFirstPropertyValue('last-modified')),
    starts: instant('dtstart'),
    ends: instant('dtend'),
    startZone: entry.getFirstProperty('dtstart')?.getFirstParameter('tzid') ?? null,
    summary: event.summary,
    location: text('location'),
    description: event.description,
    url: text('url'),
    status: text('status'),
    organizer: text('organizer'),
    attendee: text('attendee'),
    alarms,
    names: entry.getAllProperties().map(({ name }) => name),
  };
}
