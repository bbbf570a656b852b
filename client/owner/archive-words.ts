/** What the owner is told of the archive of the log. */
import { formatCount } from '#shared/format-count.ts';
import type { ArchiveLag, ArchiveTrouble } from '#shared/owner/archive.ts';

function secondsWords(seconds: number): string {
  if (seconds < 120) return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
}

/** How far the archive is behind, as a sentence. */
export function archiveLagWords({ state, events, seconds, reason }: ArchiveLag): string {
  if (state === 'refused' || state === 'log-behind') return `Nothing is archived: ${reason}.`;
  if (state === 'starting' && reason === null) return 'The archive is being looked at.';
  if (events === 0 && seconds === 0) return 'The archive has all of it.';
  const lacks =
    events === 0
      ? 'The archive lacks the latest keys and passwords'
      : `The archive lacks ${events === 1 ? '1 event' : `${formatCount(events)} events`}`;
  return `${lacks}, for ${secondsWords(seconds)}${reason === null ? '' : `: ${reason}`}.`;
}

export const ARCHIVE_TITLES: Readonly<Record<ArchiveTrouble['state'], string>> = {
  behind: 'The copy of your records is out of date',
  refused: 'No copy of your records is being made',
  'log-behind': 'Bookings are missing here that your copy has',
};

export const ARCHIVE_ADVICE: Readonly<Record<ArchiveTrouble['state'], string>> = {
  behind:
    'Bookings go on, and nothing is lost. But if this machine breaks now, the newest bookings are gone. We keep trying, and this note goes away once it works. If it stays for a day, call the person who runs your server.',
  refused:
    'Bookings go on, and nothing is lost. But they are on this one machine only, and it won’t mend by itself. Call the person who runs your server, and read them the line below.',
  'log-behind':
    'This machine has older records than the copy. Bookings that people made and paid may be missing, and their times can be sold again. Call the person who runs your server at once, and read them the line below. Until then, look into your mail before you promise a time.',
};
