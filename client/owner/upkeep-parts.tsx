import { formatCount } from '#shared/format-count.ts';
import type { UpkeepJob, UpkeepView } from '#shared/owner/upkeep.ts';
import { CommandButton } from '../account/forms/command-button.tsx';
import { Badge } from '../components/badge.tsx';
import { Notice, type NoticeTone } from '../components/notices/notice.tsx';
import { type Column, Table } from '../components/table.tsx';
import { TextLink } from '../components/text-link.tsx';

function eventsWords(number: number): string {
  return number === 1 ? '1 event' : `${formatCount(number)} events`;
}

const TONES: Readonly<Record<UpkeepJob['state'], NoticeTone>> = { running: 'info', done: 'done', failed: 'danger' };

function jobTitle({ task, state }: UpkeepJob): string {
  if (task === 'verify') {
    return { running: 'Checking the log', done: 'The log is whole', failed: 'The log could not be checked' }[state];
  }
  return { running: `Rebuilding ${task}`, done: `${task} is rebuilt`, failed: `${task} was not rebuilt` }[state];
}

function jobWords({ task, state, position, end }: UpkeepJob): string {
  if (state === 'running') return `${formatCount(position)} of ${eventsWords(end)} so far.`;
  if (state === 'done' && task === 'verify') return `${eventsWords(end)}, each as it was written.`;
  if (state === 'done') return `It was folded from ${eventsWords(end)}.`;
  return task === 'verify'
    ? `It stopped after ${eventsWords(position)}. The server’s own log says why.`
    : 'It stays as it is. The server’s own log says why.';
}

/** The running or the last check or rebuild. */
function UpkeepJobNotice({ job }: { readonly job: UpkeepJob }) {
  const title = jobTitle(job);
  return (
    <Notice tone={TONES[job.state]} title={title}>
      {job.state === 'running' ? (
        <progress className="my-2 block w-full max-w-prose" aria-label={title} value={job.position} max={job.end} />
      ) : null}
      <p>{jobWords(job)}</p>
      {job.state === 'running' ? (
        <noscript>
          <p>Reload the page to see how far it is.</p>
        </noscript>
      ) : null}
    </Notice>
  );
}

/** Announces each change of the job. How far it is changes too often for that. */
export function UpkeepJobStatus({ job }: { readonly job: UpkeepJob | null }) {
  return <output className="sr-only">{job === null ? null : jobTitle(job)}</output>;
}

/** Starts a check of every event, and says how the last one went. */
export function CheckOfLog({ job }: Pick<UpkeepView, 'job'>) {
  return (
    <section aria-labelledby="check">
      <h2 id="check" className="mb-2 text-2xl">
        The log
      </h2>
      <p className="mb-4 max-w-prose">
        The check reads every event and compares it with the hash that it was written with. The site stays open. If an
        event was changed, nothing more is saved until the log is put back from a backup.
      </p>
      <CommandButton command="startUpkeep" input={{ task: 'verify' }}>
        Check every event
      </CommandButton>
      {job?.task === 'verify' ? (
        <div className="mt-4">
          <UpkeepJobNotice job={job} />
        </div>
      ) : null}
    </section>
  );
}

/** A number of events that wait, marked if there are any. */
function Waiting({ events }: { readonly events: number }) {
  return events <= 0 ? <span>None</span> : <Badge tone="caution">{eventsWords(events)}</Badge>;
}

type Projection = UpkeepView['projections'][number];

function projectionColumns(end: number): Column<Projection>[] {
  return [
    { title: 'Name', cell: ({ name }) => name },
    { title: 'Position', cell: ({ position }) => formatCount(position), isNumeric: true },
    { title: 'Lag', cell: ({ position }) => <Waiting events={end - position} /> },
    {
      title: 'Rebuild',
      isPlain: true,
      cell: ({ name }) => (
        <CommandButton command="startUpkeep" input={{ task: name }}>
          Rebuild<span className="sr-only">{` ${name}`}</span>
        </CommandButton>
      ),
    },
  ];
}

/** The projections: how far behind they are, a button to rebuild each, and how the last rebuild went. */
export function ProjectionsTable({ view: { position, projections, job } }: { readonly view: UpkeepView }) {
  return (
    <div>
      <Table
        caption="Projections"
        columns={projectionColumns(position)}
        rows={projections}
        keyOf={({ name }) => name}
      />
      {job === null || job.task === 'verify' ? null : (
        // In view wherever the pressed button is.
        <div className="sticky bottom-2 mt-4">
          <UpkeepJobNotice job={job} />
        </div>
      )}
    </div>
  );
}

const WORKER_COLUMNS: readonly Column<UpkeepView['workers'][number]>[] = [
  { title: 'Name', cell: ({ name }) => name },
  {
    title: 'Last event handled',
    cell: ({ position }) =>
      position === 0 ? (
        'None yet'
      ) : (
        <TextLink to="/app/admin/events" search={{ before: position + 1 }}>
          {formatCount(position)}
        </TextLink>
      ),
  },
  { title: 'Lag', cell: ({ waiting }) => (waiting === null ? 'Stopped' : <Waiting events={waiting} />) },
  { title: 'To be tried again', cell: ({ postponed }) => <Waiting events={postponed} /> },
];

/** The workers that follow the log. */
export function WorkersTable({ view: { workers } }: { readonly view: UpkeepView }) {
  return <Table caption="Workers" columns={WORKER_COLUMNS} rows={workers} keyOf={({ name }) => name} />;
}
