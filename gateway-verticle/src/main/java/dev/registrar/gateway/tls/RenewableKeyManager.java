package dev.registrar.gateway.tls;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;

/**
 * Uses the current certificate for each handshake. Vert.x can also replace a server's certificate, but drops the
 * connections that arrive while it does so.
 */
final class RenewableKeyManager extends X509ExtendedKeyManager {
    private volatile X509ExtendedKeyManager inUse;

    RenewableKeyManager(X509ExtendedKeyManager first) {
        inUse = first;
    }

    void use(X509ExtendedKeyManager renewed) {
        inUse = renewed;
    }

    @Override
    public String chooseEngineServerAlias(String keyType, Principal[] issuers, SSLEngine engine) {
        return inUse.chooseEngineServerAlias(keyType, issuers, engine);
    }

    @Override
    public String chooseServerAlias(String keyType, Principal[] issuers, Socket socket) {
        return inUse.chooseServerAlias(keyType, issuers, socket);
    }

    @Override
    public String[] getServerAliases(String keyType, Principal[] issuers) {
        return inUse.getServerAliases(keyType, issuers);
    }

    @Override
    public String chooseClientAlias(String[] keyTypes, Principal[] issuers, Socket socket) {
        return inUse.chooseClientAlias(keyTypes, issuers, socket);
    }

    @Override
    public String[] getClientAliases(String keyType, Principal[] issuers) {
        return inUse.getClientAliases(keyType, issuers);
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return inUse.getCertificateChain(alias);
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        return inUse.getPrivateKey(alias);
    }
}
