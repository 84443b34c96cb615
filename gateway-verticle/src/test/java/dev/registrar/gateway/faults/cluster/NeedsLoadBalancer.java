package dev.registrar.gateway.faults.cluster;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Tests of three nodes, each with an address of its own, behind a load balancer. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@EnabledOnOs(value = OS.LINUX, disabledReason = "Only Linux has so many loopback addresses by itself")
@EnabledIf(
        value = "dev.registrar.gateway.faults.cluster.node.LoadBalancer#isInstalled",
        disabledReason = "There is no /usr/sbin/haproxy")
@interface NeedsLoadBalancer {}
