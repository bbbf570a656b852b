import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { FormToken, PostForm } from '#client/shell/action-form.tsx';
import { formTokenField } from '#shared/account/form-token.ts';

function page(token: string | null): string {
  return renderToStaticMarkup(
    <FormToken value={token}>
      <PostForm call="hold">
        <b>fields</b>
      </PostForm>
    </FormToken>,
  );
}

test('a form of an account’s page and its first field have a name that no other account’s page has', () => {
  const name = formTokenField('ada');
  expect(page('ada')).toContain(`name="${name}"`);
  expect(page('ada')).toContain(`<input type="hidden" name="${name}"/><b>fields</b></form>`);
  expect(page('ben')).not.toContain(name);
});
