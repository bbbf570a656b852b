import { Button, buttonClass } from '../components/button.tsx';
import { Menu, menuItemClass } from '../components/menu.tsx';
import { Sign } from '../components/sign.tsx';
import { Specimen, Specimens } from './specimen.tsx';

const LINK = '#buttons';

const VISIT_ITEMS = [
  {
    key: 'calendar',
    item: (
      <a href={LINK} className={menuItemClass}>
        Add to calendar
      </a>
    ),
  },
  {
    key: 'move',
    item: (
      <button type="button" className={menuItemClass}>
        Move to another day
      </button>
    ),
  },
];

/** Buttons, links and other controls to press. */
export function Actions() {
  return (
    <>
      <Specimens title="Button">
        <Specimen state="Primary: what the page is for">
          <Button look="primary">Pay $299 and book</Button>
        </Specimen>
        <Specimen state="Plain">
          <Button>Back to the next open days</Button>
        </Specimen>
        <Specimen state="Quiet">
          <Button look="quiet">Not now</Button>
        </Specimen>
        <Specimen state="It costs something">
          <Button look="danger">Close the day</Button>
        </Specimen>
        <Specimen state="On its way">
          <Button look="primary" aria-disabled>
            One moment…
          </Button>
        </Specimen>
        <Specimen state="With a sign">
          <Button>
            <Sign name="left" />
            Back
          </Button>
        </Specimen>
        <Specimen state="A link that looks like one">
          <a href={LINK} className={buttonClass('primary')} id="buttons">
            Book a half day
          </a>
        </Specimen>
      </Specimens>
      <Specimens title="Menu">
        <Specimen state="Closed; press it">
          <Menu label="This visit" items={VISIT_ITEMS} />
        </Specimen>
        <Specimen state="One of many, which says what it is about">
          <Menu label="Change" title="Tue, Mar 9, 7:00 am to noon" items={VISIT_ITEMS} />
        </Specimen>
      </Specimens>
    </>
  );
}
