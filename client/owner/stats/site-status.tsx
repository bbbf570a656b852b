import { useQuery } from '@tanstack/react-query';
import type { AppRpc } from '#shared/calls/contract.ts';
import { formatCount } from '#shared/format-count.ts';
import type { SiteStatus } from '#shared/owner/stats.ts';
import { instantWords } from '#shared/time-zone.ts';
import { CommandButton } from '../../account/forms/commands.tsx';
import { Notice } from '../../components/notices/notice.tsx';
import { readQuery } from '../../shell/query/query-client.ts';
import { FigureList } from './stats-summary.tsx';

const PROGRESS_MS = 1000;

/** Polled while a rebuild is running. */
export function siteStatusQuery(rpc: AppRpc) {
  return readQuery(rpc, 'siteStatus', undefined, { staleTime: 0 });
}

export function SiteStatusBlock({ rpc, loaded, timeZone }: { rpc: AppRpc; loaded: SiteStatus; timeZone: string }) {
  const { data } = useQuery({
    ...siteStatusQuery(rpc),
    initialData: loaded,
    refetchInterval: ({ state }) => (state.data?.rebuild?.state === 'running' ? PROGRESS_MS : false),
  });
  return (
    <div className="mb-8">
      <FigureList figures={linesOf(data, timeZone)} />
      <p className="my-4 max-w-prose">
        If a page shows something that can’t be right, press Rebuild. Everything that pages show is worked out from the
        events again. The site stays open.
      </p>
      <RebuildState status={data} />
      <CommandButton command="rebuild" input={{}}>
        Rebuild
      </CommandButton>
    </div>
  );
}

function linesOf({ events, checkedAt, behind, jobs, backedUpAt, rebuild }: SiteStatus, timeZone: string) {
  const at = (instant: number | null, none: string) => (instant === null ? none : instantWords(instant, timeZone));
  const late = jobs.late === 0 ? '' : `, ${formatCount(jobs.late)} of them late`;
  return [
    ['Events', formatCount(events)],
    ['Last check', at(checkedAt, 'None')],
    ['Pages', behind === 0 ? 'Up to date' : `${formatCount(behind)} events behind`],
    ['Jobs waiting', `${formatCount(jobs.waiting)}${late}`],
    ['Last backup', at(backedUpAt, 'None')],
    ['Last rebuild', at(rebuild?.endedAt ?? null, rebuild === null ? 'None' : 'Running')],
  ] as const;
}

const TITLES = { running: 'Rebuilding', done: 'Rebuilt', failed: 'The rebuild failed' } as const;

function RebuildState({ status: { events, rebuild } }: { readonly status: SiteStatus }) {
  const title = rebuild === null ? '' : TITLES[rebuild.state];
  return (
    <>
      {/* How far it is changes too often to be announced. */}
      <output className="sr-only">{title}</output>
      {rebuild === null || rebuild.state === 'done' ? null : (
        <div className="mb-4">
          <Notice tone={rebuild.state === 'failed' ? 'danger' : 'info'} title={title}>
            {rebuild.state === 'failed' ? (
              <p>Nothing was changed. The server’s own log says why.</p>
            ) : (
              <>
                <progress
                  className="my-2 block w-full max-w-prose"
                  aria-label={title}
                  value={rebuild.events}
                  max={events}
                />
                <p>{`${formatCount(rebuild.events)} of ${formatCount(events)} events so far.`}</p>
                <noscript>
                  <p>Reload the page to see how far it is.</p>
                </noscript>
              </>
            )}
          </Notice>
        </div>
      )}
    </>
  );
}
