package org.example;

import io.vertx.core.AbstractVerticle;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.shareddata.Lock;

public class Standby extends AbstractVerticle {
  @Override
  public void start() {
    acquire();
  }

  /** Fails after 10 s while another member of the cluster has the lock. */
  private void acquire() {
    vertx.sharedData().getLock("org.example.waiting-list")
        .onSuccess(this::decide)
        .onFailure(taken -> acquire());
  }

  private void decide(Lock lock) {
    System.out.println("This waiting list decides.");
    vertx.deployVerticle(new WaitingList(), new DeploymentOptions().setConfig(config())).onFailure(failure -> {
      System.err.println(failure.getMessage());
      lock.release();
      acquire();
    });
  }
}
