/**
 * What visitors type before hydration. React keeps it in the fields, but hears of no change. Where an extension, a translator or
 * a phone has changed the page, React discards the server's fields and renders others.
 */
import { type Field, type KeyedField, isChanged, isChoice, keyedFields } from './keyed-fields.ts';

interface EarlyField extends KeyedField {
  state: 'early' | 'announced' | 'replaced';
}

export interface EarlyInput {
  /** Sets again what scripts have set on the root element: React removes it when it renders the document again. */
  readonly restoreRoot: () => void;
  readonly restoreFields: () => void;
}

/** Call it before hydration. The values stay in the elements, so passwords are stored nowhere else. */
export function rememberEarlyInput(): EarlyInput {
  const { documentElement: root } = document;
  const path = location.pathname;
  const attributes = Array.from(root.attributes, ({ name, value }) => ({ name, value }));
  const early = keyedFields().map(({ field, key }): EarlyField => ({ field, key, state: 'early' }));
  let focused: EventTarget | null = document.activeElement;
  document.addEventListener('focusin', ({ target }) => (focused = target));

  /** The field that the visitor sees, if React does not know its content yet. */
  function targetOf(each: EarlyField, shown: readonly KeyedField[]): Field | null {
    if (each.field.isConnected) return each.state === 'early' ? each.field : null;
    return each.state === 'replaced' ? null : (shown.find(({ key }) => key === each.key)?.field ?? null);
  }

  return {
    restoreRoot() {
      for (const { name, value } of attributes) root.setAttribute(name, value);
    },
    restoreFields() {
      // React may recover from an error much later, on another page.
      if (location.pathname !== path) return;
      const shown = keyedFields();
      // Read before React renders anything else: it may set the fields to what it knows.
      const given = early.flatMap((each) => {
        const { field } = each;
        const target = targetOf(each, shown);
        if (!target) return [];
        each.state = target === field ? 'announced' : 'replaced';
        return [{ field, target, answer: isChanged(field) ? answerIn(field) : null }];
      });
      // React takes no events while it renders.
      setTimeout(() => {
        // Hydrates what React has postponed, also for fields without an answer, because React doesn't hear of earlier ones.
        for (const { target } of given) target.dispatchEvent(new Event('dragend', { bubbles: true }));
        for (const { field, target, answer } of given) {
          // The page is about to be loaded again, without what was typed.
          if (root.hidden) return;
          if (answer) enter(answer, target, field !== target);
          if (field === focused && field !== target) moveFocus(field, target);
        }
      });
    },
  };
}

interface Answer {
  readonly value: string;
  readonly isChecked: boolean;
  readonly files: FileList | null;
  readonly isUnfolded: boolean;
}

function answerIn(field: Field): Answer {
  return {
    value: field.value,
    isChecked: isChoice(field) && field.checked,
    files: field instanceof HTMLInputElement ? field.files : null,
    isUnfolded: field.closest('details')?.open === true,
  };
}

/** As its visitor would, so that React hears of it. */
function enter({ value, isChecked, files, isUnfolded }: Answer, field: Field, isNew: boolean): void {
  if (isUnfolded) field.closest('details')?.setAttribute('open', '');
  if (isChoice(field)) {
    // React ignores a click that leads to the state which it knows.
    field.checked = !isChecked;
    field.click();
    return;
  }
  // Setting a value moves the cursor, and ends what an input method is composing.
  if (isNew && files && field instanceof HTMLInputElement) field.files = files;
  else if (isNew) field.value = value;
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
}

function moveFocus(from: Field, to: Field): void {
  to.focus({ preventScroll: true });
  if (from instanceof HTMLSelectElement || to instanceof HTMLSelectElement) return;
  // Fields for an email address, for example, have no selection.
  if (from.selectionStart !== null) to.setSelectionRange(from.selectionStart, from.selectionEnd);
}
