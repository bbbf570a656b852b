import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { shortDate } from '#shared/civil-date.ts';
import { ANN, BookingPage, pay, slotText } from './booking-page.ts';
import { openShop } from './shop.ts';

const shop = openShop();

interface Heard {
  readonly role: string;
  readonly name: string;
  readonly description: string;
  readonly state: string;
}

const STATES: ReadonlySet<string> = new Set(['checked', 'invalid', 'required', 'focused']);

/** The page's accessibility tree, from top to bottom. */
async function heard(page: Page): Promise<Heard[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return nodes
    .filter(({ ignored }) => !ignored)
    .map(({ role, name, description, properties = [] }) => ({
      role: String(role?.value ?? ''),
      name: String(name?.value ?? ''),
      description: String(description?.value ?? ''),
      state: properties
        .filter(({ name, value }) => STATES.has(name) && value.value !== false && value.value !== 'false')
        .map(({ name }) => name)
        .join(' '),
    }));
}

function ofRole(nodes: readonly Heard[], ...roles: string[]): Heard[] {
  return nodes.filter(({ role }) => roles.includes(role));
}

test('the booking form has names and roles: landmarks, questions, answers and prices', async () => {
  const visitor = await shop.visit();
  const { page } = visitor;
  const booking = new BookingPage(visitor);
  const date = await shop.day(1);
  await booking.open();
  const nodes = await heard(page);

  for (const [role, name] of [
    ['banner', ''],
    ['navigation', 'Main'],
    ['main', ''],
    ['complementary', 'Your booking'],
    ['contentinfo', ''],
  ]) {
    expect(nodes).toContainEqual(expect.objectContaining({ role, name }));
  }
  // The catalogue's `details` are groups without names.
  const questions = ofRole(nodes, 'group').filter(({ name }) => name !== '');
  expect(questions.map(({ name }) => name)).toEqual([
    'How long?',
    'Which day?',
    'What needs doing? (optional)',
    'Where?',
    'How do we reach you?',
  ]);

  const fields = ofRole(nodes, 'textbox', 'combobox').filter(({ name }) => name !== 'Theme');
  expect(fields.map(({ role, name, description, state }) => [role, name, description, state])).toEqual([
    ['textbox', 'Notes (optional)', expect.stringContaining('parking and pets'), ''],
    ['combobox', 'City', '', ''],
    ['textbox', 'Street address', 'Number, street, and unit. The city is above.', 'required'],
    ['textbox', 'Gate code or how to get in (optional)', expect.stringContaining('A code, a buzzer'), ''],
    ['textbox', 'Name', '', 'required'],
    ['textbox', 'Email', 'We’ll send your confirmation here.', 'required'],
    ['textbox', 'Phone', 'In case we need to reach you on the day.', 'required'],
  ]);

  const radios = ofRole(nodes, 'radio');
  expect(radios[0]).toMatchObject({ name: expect.stringMatching(/^Half day \$299 /), state: 'checked' });
  expect(radios[1]).toMatchObject({ name: expect.stringMatching(/^Full day \$499 /), state: '' });
  expect(radios).toContainEqual({
    role: 'radio',
    name: `${shortDate(date)}, Morning, 7:00 am to noon`,
    description: expect.stringMatching(/^Move or cancel for free through /),
    state: '',
  });
  expect(ofRole(nodes, 'button').map(({ name }) => name)).toContain('Pay $299 and book');
  for (const { role, name } of ofRole(nodes, 'radio', 'checkbox', 'button', 'link', 'textbox', 'combobox', 'img')) {
    expect(name, `a ${role} without a name`).not.toBe('');
  }
});

/** A question on a phone: progress, question, possible answers, and buttons. */
async function told(page: Page) {
  const nodes = await heard(page);
  const groups = ofRole(nodes, 'group').filter(({ name }) => name !== '');
  const answers = ofRole(nodes, 'radio', 'checkbox', 'textbox', 'combobox').filter(({ name }) => name !== 'Theme');
  const place = ofRole(nodes, 'StaticText').find(({ name }) => /^Question|^ of /.test(name));
  return {
    nodes,
    questions: groups.map(({ name }) => name),
    focused: groups.some(({ state }) => state.includes('focused')),
    problem: groups[0]?.description ?? '',
    answers,
    names: answers.map(({ name }) => name),
    ways: ofRole(nodes, 'button')
      .map(({ name }) => name)
      .filter((name) => /^(Back|Next|Pay)/.test(name)),
    isPlaced: place !== undefined,
  };
}

test('on a phone all five questions are announced one by one, with missing answers, up to the ticket', async () => {
  const visitor = await shop.visit({ size: 'phone' });
  const { page } = visitor;
  const booking = new BookingPage(visitor);
  const slot = { date: await shop.day(2), claim: 'pm' } as const;
  /** Goes to the next question and asserts that it has the focus. */
  const goOn = async (from: string, to: string) => {
    await booking.button(/^Next/).click();
    await page.getByRole('group', { name: from }).waitFor({ state: 'detached' });
    await page.getByRole('group', { name: to }).and(page.locator(':focus')).waitFor();
    return told(page);
  };

  await booking.open();
  const length = await told(page);
  expect(length.questions).toEqual(['How long?']);
  expect(length.names).toEqual([expect.stringMatching(/^Half day \$299/), expect.stringMatching(/^Full day \$499/)]);
  expect(length.ways).toEqual(['Next: the day']);
  expect(length.isPlaced).toBe(true);

  const day = await goOn('How long?', 'Which day?');
  expect([day.questions, day.focused, day.ways]).toEqual([['Which day?'], true, ['Back', 'Next: the work']]);
  expect(new Set(day.answers.map(({ role }) => role))).toEqual(new Set(['radio']));
  await booking.button(/^Next/).click();
  await page.locator('p').filter({ hasText: 'Choose a day and time.' }).waitFor();
  const missing = await told(page);
  expect([missing.questions, missing.problem]).toEqual([['Which day?'], 'Error: Choose a day and time.']);
  await booking.choose(slot);

  const work = await goOn('Which day?', 'What needs doing?');
  expect(work.questions).toEqual(['What needs doing? (optional)']);
  expect(work.names).toEqual(['Notes (optional)']);
  const folds = ofRole(work.nodes, 'DisclosureTriangle');
  expect(folds).toContainEqual(expect.objectContaining({ name: expect.stringMatching(/^Hanging, assembly/) }));

  const place = await goOn('What needs doing?', 'Where?');
  expect(place.names).toEqual(['City', 'Street address', 'Gate code or how to get in (optional)']);
  await booking.button(/^Next/).click();
  await page.getByLabel('City').and(page.locator(':focus')).waitFor();
  const wrong = (await told(page)).answers.map(({ name, description, state }) => [name, description, state]);
  expect(wrong).toEqual([
    ['City', 'Error: Choose the city of the visit.', expect.stringMatching(/focused.*invalid|invalid.*focused/)],
    ['Street address', 'Error: Enter the street address of the visit.', expect.stringContaining('invalid')],
    ['Gate code or how to get in (optional)', expect.stringContaining('A code, a buzzer'), ''],
  ]);
  await page.getByLabel('City').selectOption(ANN.area);
  await page.getByLabel('Street address').fill(ANN.address);

  const person = await goOn('Where?', 'How do we reach you?');
  expect(person.names).toEqual(['Name', 'Email', 'Phone']);
  expect(person.ways).toEqual(['Back', 'Pay $299 and book']);
  await booking.fillIn(ANN);
  await booking.sendToPay();
  const till = await heard(page);
  expect(ofRole(till, 'button')[0]).toMatchObject({
    name: 'Pay $299',
    description: 'The payment goes through at once.',
  });

  await page.goto('/book');
  await booking.ready();
  const held = await heard(page);
  expect(ofRole(held, 'heading').map(({ name }) => name)).toContain(`You’re holding ${slotText(slot)}`);
  expect(ofRole(held, 'link').map(({ name }) => name)).toContain('Continue to payment');
  expect(ofRole(held, 'button')).toContainEqual(
    expect.objectContaining({ name: 'Give the time back', description: expect.stringContaining('nothing is charged') }),
  );
  await page.getByRole('link', { name: 'Continue to payment' }).click();
  await pay(page);
  await page.getByRole('heading', { name: 'Your visit is booked' }).waitFor();
  const booked = await heard(page);
  expect(ofRole(booked, 'RootWebArea')[0]?.name).toMatch(/^Your booking/);
  expect(ofRole(booked, 'term', 'DescriptionListTerm')).toHaveLength(5);
  expect(ofRole(booked, 'link').map(({ name }) => name)).toContain('Open your booking');
  expect(ofRole(booked, 'heading').map(({ name }) => name)).toEqual([
    'Your visit is booked',
    'What’s next',
    'Keep the day free',
    'Change or cancel',
  ]);
});
