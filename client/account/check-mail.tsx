import { type ReactNode, useEffect, useRef } from 'react';
import { TextLink } from '../components/text-link.tsx';
import { AuthCard } from './auth-card.tsx';

interface Parts {
  readonly email: string | undefined;
  /** Whether it took the form's place just now: then it takes the focus, too. */
  readonly isFresh: boolean;
  /** The page to ask once more. */
  readonly again: '/register' | '/forgot-password';
  /** What becomes of the mail, given whom it is for. */
  readonly children: (whom: ReactNode) => ReactNode;
}

/** After a form that is answered by mail. It says the same for every address. */
export function CheckMail({ email, isFresh, again, children }: Parts) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isFresh) ref.current?.focus();
  }, [isFresh]);
  return (
    <div ref={ref} tabIndex={-1} className="outline-none">
      <AuthCard
        title="Check your mail"
        foot={
          <p className="text-sm text-pencil">
            Nothing there after a few minutes? Look into the spam folder, or{' '}
            <TextLink to={again} reloadDocument>
              send the form again
            </TextLink>
            .
          </p>
        }
      >
        <p>{children(email ? <strong className="wrap-anywhere">{email}</strong> : 'you')}</p>
      </AuthCard>
    </div>
  );
}
