import { type DoubtfulField, answerOf, findDoubt } from '#shared/booking/doubts.ts';
import { Checkbox } from '../../components/fields/choice.tsx';
import type { Elements } from '../../components/elements.ts';
import { type FieldText, noteId } from '../../components/fields/field.tsx';
import type { FormPart } from './visit-fields.tsx';

interface Parts extends Pick<FormPart, 'answers' | 'errors'> {
  readonly name: DoubtfulField;
  readonly children: (note: Pick<FieldText, 'error' | 'question'>) => Elements;
}

/** A field whose answer may be doubtful: once the form asks about it, a checkbox below confirms the answer. */
export function Doubtful({ name, answers, errors, children }: Parts) {
  const error = errors[name];
  const answer = answerOf(name, answers[name]);
  const isConfirmed = answers.confirmed.includes(answer);
  const doubt = isConfirmed || error !== undefined ? findDoubt(name, answer) : null;
  const isAsked = doubt !== null && (isConfirmed || error === doubt.question);
  return (
    <div>
      {children(isAsked ? { question: doubt.question } : { error })}
      {isAsked ? (
        <Checkbox
          key={answer}
          name="confirmed"
          value={answer}
          defaultChecked={isConfirmed}
          aria-describedby={noteId(name)}
        >
          {doubt.confirm}
        </Checkbox>
      ) : null}
    </div>
  );
}
