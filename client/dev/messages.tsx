import { Badge } from '../components/badge.tsx';
import { Button, buttonClass } from '../components/button.tsx';
import { Card } from '../components/card.tsx';
import { EmptyState } from '../components/notices/empty-state.tsx';
import { ErrorState } from '../components/notices/error-state.tsx';
import { Notice } from '../components/notices/notice.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { Table } from '../components/table.tsx';
import { ToastCard } from '../components/notices/toast.tsx';
import { Specimen, Specimens } from './specimen.tsx';

const VISITS = [
  { id: 'a', when: 'Tue, Mar 9, 7:00 am to noon', city: 'Ojai', state: 'Booked', paid: '$299' },
  { id: 'b', when: 'Wed, Mar 10, 7:00 am to 6:00 pm', city: 'Ventura', state: 'Refund failed', paid: '$499' },
];

function stateBadge({ state }: (typeof VISITS)[number]) {
  return <Badge tone={state === 'Booked' ? 'done' : 'danger'}>{state}</Badge>;
}

/** Notices, toasts, and error and loading states. */
export function Messages() {
  return (
    <>
      <Specimens title="Notice">
        <Specimen state="To know">
          <Notice title="You’re holding Tue, Mar 9, 7:00 am to noon">
            <p>Until 10:32 am no one else can take it.</p>
          </Notice>
        </Specimen>
        <Specimen state="To mind">
          <Notice tone="caution" title="Your hold has ended">
            <p>Nothing was charged.</p>
          </Notice>
        </Specimen>
        <Specimen state="Wrong">
          <Notice tone="danger" title="That time has just been taken">
            <p>Pick another time.</p>
          </Notice>
        </Specimen>
        <Specimen state="Done">
          <Notice tone="done" title="The visit is moved">
            <p>To Thu, Mar 11, 7:00 am to noon.</p>
          </Notice>
        </Specimen>
      </Specimens>
      <Specimens title="Toast">
        <Specimen state="Done">
          <ToastCard type="success" message="The link is copied." />
        </Specimen>
        <Specimen state="Wrong">
          <ToastCard type="error" message="The link could not be copied." />
        </Specimen>
        <Specimen state="To know">
          <ToastCard type="info" message="Two more times have opened." />
        </Specimen>
      </Specimens>
      <Specimens title="Badge">
        <Specimen state="In each tone">
          <p className="flex flex-wrap gap-2">
            <Badge>Held</Badge>
            <Badge tone="done">Booked</Badge>
            <Badge tone="caution">Short notice</Badge>
            <Badge tone="danger">Refund failed</Badge>
          </p>
        </Specimen>
      </Specimens>
      <Specimens title="Card">
        <Specimen state="With a badge">
          <Card title="Next visit" aside={<Badge tone="done">Booked</Badge>}>
            Tue, Mar 9, 7:00 am to noon.
          </Card>
        </Specimen>
        <Specimen state="Alone">
          <Card title="Paid">$299, in full.</Card>
        </Specimen>
      </Specimens>
      <Specimens title="Table">
        <Specimen state="Numbers from the right; on a phone each row is a block" isWide>
          <Table
            caption="Visits"
            rows={VISITS}
            keyOf={({ id }) => id}
            columns={[
              { title: 'When', cell: ({ when }) => when },
              { title: 'City', cell: ({ city }) => city },
              { title: 'State', cell: stateBadge },
              { title: 'Paid', cell: ({ paid }) => paid, isNumeric: true },
            ]}
          />
        </Specimen>
      </Specimens>
      <Specimens title="Waiting, empty, failed">
        <Specimen state="The shape of what comes">
          <Skeleton says="Looking up your visits…" lines={['title', 'control', 'control', 'text', 'short']} />
        </Specimen>
        <Specimen state="Nothing there yet">
          <EmptyState
            title="No visits yet"
            action={
              <a href="/book" className={buttonClass('primary')}>
                See open times
              </a>
            }
          >
            Once you have booked one, it stands here with its terms.
          </EmptyState>
        </Specimen>
        <Specimen state="It could not be shown">
          <ErrorState title="Something went wrong" actions={<Button look="primary">Try Again</Button>}>
            An unexpected error occurred.
          </ErrorState>
        </Specimen>
      </Specimens>
    </>
  );
}
