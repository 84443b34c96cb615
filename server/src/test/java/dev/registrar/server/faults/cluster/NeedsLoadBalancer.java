package dev.registrar.server.faults.cluster;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Enables tests of three nodes behind a load balancer where HAProxy and enough loopback addresses exist. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@EnabledOnOs(value = OS.LINUX, disabledReason = "Needs the whole network 127.0.0.0/8 on loopback, which only Linux has")
@EnabledIf(
        value = "dev.registrar.server.faults.cluster.node.LoadBalancer#isInstalled",
        disabledReason = "Needs /usr/sbin/haproxy")
@interface NeedsLoadBalancer {}
