import { expect } from 'vitest';
import { startConsoleWorld } from '../console/support/console-world.ts';
import { onEachStore } from '../http/support/on-each-store.ts';
import { startDnsServer } from './support/dns-server.ts';
import { visit } from './support/visitor.ts';

onEachStore('a domain is proven by the TXT record that a DNS server gives, and by nothing else', async (harness) => {
  const dns = await startDnsServer();
  const world = await startConsoleWorld(harness);
  const { workspaceId, url } = world;
  const slug = 'aurora';
  const domain = 'ask.aurora.example';
  const owner = await world.owner();
  await owner.run('createPage', { workspaceId }, { profileId: 'prof_aurora', slug });
  const { txtName, txtValue } = await owner.run('addPageDomain', { workspaceId, slug }, { domain });
  const isProven = async () => (await owner.run('verifyPageDomain', { workspaceId, slug, domain }, {})).isProven;
  const mayHaveCertificate = async () => (await visit(`${url}/hooks/tls-allowed?domain=${domain}`)).status;

  expect([await isProven(), await mayHaveCertificate()]).toEqual([false, 404]);
  expect(dns.asked).toContain(txtName);
  dns.answer(txtName, []);
  expect(await isProven()).toBe(false);
  // A token never contains "!".
  dns.answer(txtName, [['v=spf1 -all'], [`${txtValue.slice(0, -1)}!`], [txtValue, ' ']]);
  expect(await isProven()).toBe(false);
  dns.answer(domain, [[txtValue]]);
  expect(await isProven(), 'the record belongs at its own name').toBe(false);

  // A provider may split the value into several strings.
  dns.answer(txtName, [['v=spf1 -all'], [txtValue.slice(0, 9), txtValue.slice(9)]]);
  expect([await isProven(), await mayHaveCertificate()]).toEqual([true, 200]);

  dns.answer(txtName, 'server failure');
  const path = `/workspaces/${workspaceId}/pages/${slug}/domains/${domain}/verify`;
  const failed = await owner.ask('POST', path, {});
  expect(failed.body.message).toContain('could not be looked up');
  expect(await mayHaveCertificate(), 'a failure of the DNS takes nothing away').toBe(200);
  dns.answer(txtName, 'no such name');
  expect([await isProven(), await mayHaveCertificate()]).toEqual([false, 404]);
});
