import os,re
MAP={
'clients/clientQueries.ts':'clients/queries.ts','directory/directoryCounts.ts':'directory/queries.ts','directory/directoryQueries.ts':'directory/queries.ts',
'orgs/entitlementKeys.ts':'orgs/policy/entitlementKeys.ts','orgs/orgQueries.ts':'orgs/queries.ts','orgs/policyQueries.ts':'orgs/policy/queries.ts',
'mining/reports.ts':'mining/queries.ts','support/supportQueries.ts':'support/queries.ts',
'users/userListQueries.ts':'users/queries.ts','users/managedUsers.ts':'users/queries.ts','users/changeUser.ts':'users/commands.ts','users/userChanges.ts':'users/changes/queries.ts',
'users/bulk/bulkStore.ts':'users/bulk/queries.ts','users/bulk/checkFile.ts':'users/bulk/checkLines.ts',
'auth/passwords.ts':'auth/password/hashing.ts','auth/passwordChoice.ts':'auth/password/choice.ts','auth/sessions.ts':'auth/session/queries.ts','auth/userQueries.ts':'auth/queries.ts','auth/userAgent.ts':'auth/session/userAgent.ts','auth/ssoStates.ts':'auth/sso/queries.ts','auth/provider.ts':'auth/sso/provider.ts','auth/verificationMail.ts':'auth/activation/verificationMail.ts','auth/activated.ts':'auth/activation/activated.ts',
}
for d,_,fs in os.walk('.'):
    if 'node_modules' in d or '/.git' in d or '/dist' in d: continue
    for f in fs:
        if not f.endswith(('.ts','.tsx','.mjs','.json','.md')): continue
        p=os.path.normpath(os.path.join(d,f))
        if not p.startswith(('server/','tests/','bench/','e2e/')): continue
        s=open(p).read(); o=s
        s=re.sub(r'#server/([\w./]+\.ts)',lambda m:'#server/'+MAP.get(m.group(1),m.group(1)),s)
        if p.startswith('server/'):
            def relr(m):
                t=os.path.normpath(os.path.join(os.path.dirname(p),m.group(2)))
                if os.path.exists(t): return m.group(0)
                k=t[len('server/'):] if t.startswith('server/') else None
                if k in MAP:
                    r=os.path.relpath('server/'+MAP[k],os.path.dirname(p))
                    if not r.startswith('.'): r='./'+r
                    return m.group(1)+r+'"'
                return m.group(0)
            s=re.sub(r'(from ")(\.[^"]+)"',relr,s)
        if s!=o: open(p,'w').write(s)
