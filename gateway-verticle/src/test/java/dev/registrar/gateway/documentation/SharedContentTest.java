package dev.registrar.gateway.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.testing.connection.OpenConnection;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract and the files of the documentation page are built once; requests share them without a copy. */
@ExtendWith(ServiceExtension.class)
class SharedContentTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int TRIES = 20;

    @ParameterizedTest
    @ValueSource(strings = {"/v1/openapi.json", "/v1/openapi.yaml", "/v1/openapi/ui/swagger-ui.css"})
    void a_repeated_request_does_not_build_the_content_again(String path, Service service) {
        for (var client : List.of(service.anonymous(), service.anonymous().withHeader("Accept-Encoding", "gzip"))) {
            var length = Integer.parseInt(client.get(path).expectStatus(200).header("Content-Length"));
            var least = IntStream.range(0, TRIES)
                    .mapToLong(attempt -> {
                        var before = allocatedByTheService();
                        client.get(path).expectStatus(200);
                        return allocatedByTheService() - before;
                    })
                    .min();
            assertThat(least.orElseThrow())
                    .as("bytes allocated for a response of %s bytes", length)
                    .isLessThan(length);
        }
    }

    private static long allocatedByTheService() {
        return Stream.of(THREADS.getThreadInfo(THREADS.getAllThreadIds()))
                .filter(thread -> thread != null && thread.getThreadName().startsWith("vert.x-"))
                .mapToLong(thread -> THREADS.getThreadAllocatedBytes(thread.getThreadId()))
                .sum();
    }

    /** The operating system buffers the first of these responses; the service has to hold the others. */
    @Test
    void clients_that_do_not_read_their_responses_share_one_copy(Service service) throws IOException {
        var script = "/v1/openapi/ui/swagger-ui-bundle.js";
        var length = Integer.parseInt(service.anonymous().get(script).header("Content-Length"));
        var before = memoryOutsideTheHeap();
        try (var connection = OpenConnection.to(URI.create(service.url()).getPort())) {
            connection.send(
                    "GET %s HTTP/1.1\nHost: localhost\n\n".formatted(script).repeat(20));
            assertThat(connection.readLine()).isEqualTo("HTTP/1.1 200 OK");
            service.anonymous().get("/v1/openapi").expectStatus(200);
            assertThat(memoryOutsideTheHeap() - before).isLessThan(5L * length);
        }
    }

    private static long memoryOutsideTheHeap() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
    }
}
