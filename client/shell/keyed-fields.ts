export type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export interface KeyedField {
  readonly field: Field;
  /** The same for the field that another rendering of the page has in its place. */
  readonly key: string;
}

export function keyedFields(): KeyedField[] {
  const counts = new Map<string, number>();
  return [...document.querySelectorAll<Field>('input, select, textarea')].flatMap((field) => {
    if (field.name === '' || /^(?:hidden|submit|button|image|reset)$/.test(field.type)) return [];
    const choice = isChoice(field) ? field.value : '';
    const name = [field.form?.getAttribute('action'), field.form?.getAttribute('name'), field.name, choice].join(' ');
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    return [{ field, key: `${name} ${count}` }];
  });
}

export function isChoice(field: Field): field is HTMLInputElement {
  return field.type === 'checkbox' || field.type === 'radio';
}

/** Of radio buttons, only the checked one counts. */
export function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement) {
    const first = [...field.options].findIndex(({ defaultSelected }) => defaultSelected);
    return field.selectedIndex !== Math.max(0, first);
  }
  if (isChoice(field)) return field.checked !== field.defaultChecked && (field.checked || field.type === 'checkbox');
  return field.value !== field.defaultValue;
}
