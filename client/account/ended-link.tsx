import { Link } from '@tanstack/react-router';
import { buttonClass } from '../components/button.tsx';
import { AuthCard } from './auth-card.tsx';

/** For a mailed link that no longer works. `lead` says why, and which of the two next steps fits. */
export function EndedLink({ lead }: { readonly lead: string }) {
  return (
    <AuthCard title="This link no longer works" lead={lead}>
      <p className="flex flex-wrap gap-3">
        <Link to="/login" className={buttonClass('primary')}>
          Sign in
        </Link>
        <Link to="/forgot-password" className={buttonClass()}>
          Choose a new password
        </Link>
      </p>
    </AuthCard>
  );
}
