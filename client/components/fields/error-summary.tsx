import type { Ref } from 'react';
import { fieldId } from './field.tsx';
import { Notice } from '../notices/notice.tsx';

export interface FieldError {
  readonly name: string;
  readonly message: string;
}

export function ErrorSummary({ errors, ref }: { errors: readonly FieldError[]; ref?: Ref<HTMLDivElement> }) {
  if (errors.length === 0) return null;
  const title = errors.length === 1 ? 'One answer needs another look' : `${errors.length} answers need another look`;
  return (
    <Notice tone="danger" title={title} role="alert" tabIndex={-1} ref={ref ?? null}>
      <ul className="mt-1 list-disc pl-5">
        {errors.map(({ name, message }) => (
          <li key={name}>
            <a className="underline underline-offset-2" href={`#${fieldId(name)}`}>
              {message}
            </a>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
