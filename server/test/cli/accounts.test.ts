import { expect, test } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import { link, notice, setUp } from '../store/contract/account-steps.ts';
import { onBothStores, type Place } from './support/places.ts';
import { runInside } from './support/understudy.ts';

onBothStores((fresh) => {
  test('an operator lists, disables, enables and removes accounts, and lists and removes their passkeys', async () => {
    const env = await fresh();
    await plantAccounts(env);
    const listed = (await runInside(['accounts', 'list', '--json'], env)).json();
    expect(listed).toMatchObject([
      { email: 'ada@aurora.example', isInstaller: true, addressProven: true, isDisabled: false, passkeys: 0 },
      { email: 'bo@aurora.example', isInstaller: false, addressProven: true, passkeys: 2 },
    ]);
    expect((await runInside(['accounts', 'list'], env)).stdout).toMatch(
      /bo@aurora\.example +B +active +proven +none +2/,
    );

    const disabled = await runInside(['accounts', 'disable', 'BO@aurora.example', '--json'], env);
    expect(disabled.json()).toMatchObject({ isDisabled: true });
    const reset = await runInside(['accounts', 'reset', 'bo@aurora.example'], env);
    expect([reset.code, reset.stderr]).toEqual([1, expect.stringContaining('accounts enable bo@aurora.example')]);
    expect((await runInside(['accounts', 'enable', 'bo@aurora.example', '--json'], env)).json().isDisabled).toBe(false);

    const passkeys = (await runInside(['accounts', 'passkeys', 'bo@aurora.example', '--json'], env)).json();
    expect(passkeys.map(({ name }: { name: string }) => name).toSorted()).toEqual(['Laptop', 'Phone']);
    const of = ['accounts', 'passkeys', 'bo@aurora.example'];
    expect((await runInside([...of, '--remove', 'cred_Phone', '--json'], env)).json()).toEqual({ removed: 1 });
    expect((await runInside([...of, '--remove', 'cred_Phone'], env)).stderr).toContain('no passkey with this id');
    expect((await runInside([...of, '--remove-all', '--json'], env)).json()).toEqual({ removed: 1 });

    const unasked = await runInside(['accounts', 'remove', 'bo@aurora.example'], env);
    expect([unasked.code, unasked.stderr]).toEqual([1, expect.stringContaining('--yes')]);
    expect((await runInside(['accounts', 'remove', 'bo@aurora.example', '--yes'], env)).code).toBe(0);
    const gone = await runInside(['accounts', 'disable', 'bo@aurora.example'], env);
    expect([gone.code, gone.stderr]).toEqual([1, expect.stringContaining('No console account')]);
  });

  test('the installer can be replaced, and removed only if there is another installer or no other account', async () => {
    const env = await fresh();
    await plantAccounts(env);
    const remove = (email: string) => runInside(['accounts', 'remove', email, '--yes'], env);
    expect((await remove('ada@aurora.example')).stderr).toContain('make-installer');
    const made = await runInside(['accounts', 'make-installer', 'bo@aurora.example', '--json'], env);
    expect(made.json()).toMatchObject({ email: 'bo@aurora.example', isInstaller: true });
    expect((await remove('ada@aurora.example')).code).toBe(0);
    expect((await remove('bo@aurora.example')).code).toBe(0);
    expect((await runInside(['accounts', 'set-up', '--json'], env)).json().link).toContain('/console/set-up#');
  });
});

/** Creates the installation's owner, and an account with two passkeys whose address was verified by a reset link. */
async function plantAccounts(env: Place): Promise<void> {
  const url = env['DATABASE_URL'];
  const dataDir = env['UNDERSTUDY_DATA_DIR'] ?? '';
  const location =
    url === undefined ? ({ kind: 'sqlite', dataDir } as const) : ({ kind: 'postgres', url, poolSize: 1 } as const);
  const store = await openStore(location, { role: 'tool' });
  await store.makeLink(link({ kind: 'set_up', tokenHash: 'first' }));
  await setUp(store, 'first', 'acc_ada', 'ada@aurora.example');
  await store.makeLink(link({ kind: 'invitation', tokenHash: 'second', email: 'bo@aurora.example' }));
  const bo = { accountId: 'acc_bo', email: '', name: 'B', passwordHash: 'hash' };
  await store.createAccount({ kind: 'invitation', tokenHash: 'second', ...bo });
  for (const name of ['Phone', 'Laptop']) {
    const passkey = {
      credentialId: `cred_${name}`,
      accountId: 'acc_bo',
      name,
      publicKey: 'AAEC',
      counter: 0,
      transports: [],
    };
    await store.addPasskey({ ...passkey, notice: notice(`note_${name}`) });
  }
  await store.close();
}
